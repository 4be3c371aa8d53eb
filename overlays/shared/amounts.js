// Points for people: 1,234.5. The server sends numbers of points with at most two decimals.

/** `1234.5` is "1,234.5"; decimals that say nothing are left out. */
export function formatPoints(points) {
  const hundredths = Math.round(Math.abs(points) * 100);
  const whole = String(Math.floor(hundredths / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  const rest = String(hundredths % 100).padStart(2, "0").replace(/0+$/, "");
  const sign = points < 0 && hundredths > 0 ? "−" : "";
  return sign + whole + (rest ? `.${rest}` : "");
}

/** A gain or a loss: "+600", "−5,000", "±0". */
export function formatChange(points) {
  if (Math.round(points * 100) === 0) return "±0";
  return points > 0 ? `+${formatPoints(points)}` : formatPoints(points);
}

/** How often the stake came back: 2.5 is "×2.5". Rounded down to two decimals, as payouts are. */
export function formatMultiple(returned, stake) {
  return `×${formatPoints(Math.floor((returned / stake) * 100 + 1e-9) / 100)}`;
}

/** Points where there is room for four signs: 950, 1.2万, 35K. */
export function formatShort(points, language) {
  if (points < 1000) return formatPoints(points);
  const rounded = new Intl.NumberFormat(language, { notation: "compact", maximumSignificantDigits: 3 });
  return points < 10000 && language === "ja" ? formatPoints(Math.floor(points)) : rounded.format(points);
}
