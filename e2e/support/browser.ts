import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { type BrowserBinary, bundledChromium } from './bundled-chromium.ts';

/** Launch arguments of Chromium. None of them weakens page security. */
export const launchArguments = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds a Chromium, in this order: CHROMIUM_PATH, the bundled package, the system, Playwright. The bundled one is the
 * same on every machine, and its headless build takes a third less time than a full browser.
 * @throws Error that explains in one line how to install one
 */
export async function findBrowser(): Promise<BrowserBinary> {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return { executablePath: named, environment: {} };
  }
  const bundled = await bundledChromium();
  if (bundled !== null) return bundled;
  const installed = [...systemBrowsers, chromium.executablePath()].find((path) => existsSync(path));
  if (installed !== undefined) return { executablePath: installed, environment: {} };
  throw new Error('No Chromium was found. Install one with: npx playwright-core install --with-deps chromium');
}

/**
 * Starts the given browser in headless mode.
 * @param further arguments in addition to the common ones
 */
export function launchBrowser(binary: BrowserBinary, further: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: binary.executablePath,
    args: [...launchArguments, ...further],
    env: { ...definedEnvironment(), ...binary.environment },
  });
}

/** Returns the environment variables of this process that have a value. */
export function definedEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(entries);
}
