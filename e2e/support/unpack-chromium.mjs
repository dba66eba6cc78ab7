/**
 * Unpacks the Chromium that comes inside @sparticuz/chromium into TMPDIR. Run as a process of its own because the
 * package decides by environment variables, while it is imported, whether to unpack its shared libraries too.
 */
const { default: chromium } = await import('@sparticuz/chromium');
process.stdout.write(await chromium.executablePath());
