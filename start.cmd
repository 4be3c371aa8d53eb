@echo off
rem Opens the casino with a double click. Gets uv first where it is missing; uv gets Python and everything else.
rem This file is plain ASCII on purpose: a console may be in any code page until chcp below.
setlocal EnableExtensions DisableDelayedExpansion
title Chatjack
chcp 65001 >nul
set "PYTHONUTF8=1"
rem A folder in OneDrive or on another drive cannot be linked into.
set "UV_LINK_MODE=copy"
pushd "%~dp0"
if not "%ERRORLEVEL%"=="0" goto no_folder

call :find_uv
if not defined UV call :get_uv
if not defined UV goto no_uv

%UV% run --no-dev chatjack %*
set "CODE=%ERRORLEVEL%"
if "%CODE%"=="0" exit /b 0
echo.
type "docs\start\failed.txt"
pause
exit /b %CODE%

:no_folder
echo Chatjack: cannot open "%~dp0"
pause
exit /b 1

:no_uv
echo.
type "docs\start\no-uv.txt"
pause
exit /b 1

rem ---- sets UV to a command that runs uv, or to nothing
:find_uv
set "UV=uv"
call :works
if "%ERRORLEVEL%"=="0" exit /b 0
set UV="%USERPROFILE%\.local\bin\uv.exe"
call :works
if "%ERRORLEVEL%"=="0" exit /b 0
set UV="%LOCALAPPDATA%\Microsoft\WinGet\Links\uv.exe"
call :works
if "%ERRORLEVEL%"=="0" exit /b 0
set "UV=py -3 -m uv"
call :works
if "%ERRORLEVEL%"=="0" exit /b 0
set "UV="
exit /b 0

:works
%UV% --version >nul 2>nul
exit /b %ERRORLEVEL%

rem ---- tries the ways to get uv, first with what is already on the computer
:get_uv
type "docs\start\first-time.txt"
py -3 -m pip install --user --quiet uv 2>nul
call :find_uv
if defined UV exit /b 0
winget install --id astral-sh.uv --exact --silent --accept-source-agreements --accept-package-agreements 2>nul
call :find_uv
if defined UV exit /b 0
powershell -NoProfile -ExecutionPolicy Bypass -Command "irm https://astral.sh/uv/install.ps1 | iex"
call :find_uv
exit /b 0
