import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './project-root.ts';

/** A browser to launch, with its path and additional environment variables. */
export interface BrowserBinary {
  executablePath: string;
  environment: Record<string, string>;
}

/**
 * Unpacks the Chromium of @sparticuz/chromium once into the project's cache folder. It contains its shared libraries
 * and a font, so it needs no system packages. Null if the package has no binary for this machine.
 */
export async function bundledChromium(): Promise<BrowserBinary | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const version = await installedVersion();
  if (version === null) return null;
  const home = join(projectRoot, '.cache', `chromium-${version}`);
  if (!existsSync(home)) await unpackInto(home);
  return { executablePath: join(home, 'chromium'), environment: await environmentOf(home) };
}

async function installedVersion(): Promise<string | null> {
  try {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
    const manifest: unknown = JSON.parse(await readFile(join(dirname(entry), '../../package.json'), 'utf8'));
    const known = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
    return known ? String(manifest.version) : null;
  } catch {
    return null;
  }
}

/**
 * Unpacks next to the destination and then renames, so that an interrupted run or two concurrent runs never leave an
 * incomplete browser.
 */
async function unpackInto(home: string): Promise<void> {
  const staging = `${home}.${process.pid}`;
  await mkdir(staging, { recursive: true });
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'unpack-chromium.mjs')], {
    env: { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  await rename(staging, home).catch((error: unknown) => {
    if (!existsSync(join(home, 'chromium'))) throw error;
  });
  await rm(staging, { recursive: true, force: true });
}

async function environmentOf(home: string): Promise<Record<string, string>> {
  const fontCache = join(home, 'font-cache');
  await mkdir(fontCache, { recursive: true });
  const fontSettings = join(home, 'fonts.conf');
  await writeFile(
    fontSettings,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${fontCache}</cachedir>
</fontconfig>
`,
  );
  return {
    LD_LIBRARY_PATH: [join(home, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
    FONTCONFIG_FILE: fontSettings,
  };
}
