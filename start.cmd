@echo off
rem Opens the casino with a double click. Gets uv first where it is missing; uv gets Python and everything else.
rem This file is plain ASCII on purpose: a console may be in any code page until chcp below.
setlocal EnableExtensions DisableDelayedExpansion
title Chatjack
chcp 65001 >nul
set "PYTHONUTF8=1"
rem A folder inside OneDrive or on another drive cannot be linked into.
set "UV_LINK_MODE=copy"
pushd "%~dp0" || goto no_folder

set "UV="
call :find_uv
if not defined UV call :get_uv
if not defined UV goto no_uv

%UV% run --no-dev chatjack %*
set "CODE=%ERRORLEVEL%"
popd
if "%CODE%"=="0" exit /b 0
echo.
type "%~dp0docs\start\failed.txt"
pause
exit /b %CODE%

:no_folder
echo Chatjack: cannot open "%~dp0"
pause
exit /b 1

:no_uv
popd
echo.
type "%~dp0docs\start\no-uv.txt"
pause
exit /b 1

rem ---- sets UV to a command that runs uv, if there is one
:find_uv
where uv >nul 2>nul && set "UV=uv" && exit /b 0
if exist "%USERPROFILE%\.local\bin\uv.exe" set UV="%USERPROFILE%\.local\bin\uv.exe"&& exit /b 0
if exist "%LOCALAPPDATA%\Microsoft\WinGet\Links\uv.exe" set UV="%LOCALAPPDATA%\Microsoft\WinGet\Links\uv.exe"&& exit /b 0
py -3 -m uv --version >nul 2>nul && set "UV=py -3 -m uv" && exit /b 0
exit /b 0

rem ---- tries the ways to get uv, the one that is already on the computer first
:get_uv
type "%~dp0docs\start\first-time.txt"
py -3 -m pip install --user --quiet uv 2>nul
call :find_uv
if defined UV exit /b 0
winget install --id astral-sh.uv --exact --silent --accept-source-agreements --accept-package-agreements 2>nul
call :find_uv
if defined UV exit /b 0
powershell -NoProfile -ExecutionPolicy Bypass -Command "irm https://astral.sh/uv/install.ps1 | iex"
call :find_uv
exit /b 0
