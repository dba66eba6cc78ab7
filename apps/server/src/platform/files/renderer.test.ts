import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { renderInProcess } from './render-image.ts';

let bytes: Buffer;

beforeAll(async () => {
  bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#446688' } })
    .png()
    .toBuffer();
});

const input = () => ({ bytes, maxPixels: 1_000_000 });

const PROC_SKIP_REASON = 'there is no /proc here to find the process in';

/** Reads a file of /proc; empty when the process has exited. */
function readProcess(pid: number, name: 'cmdline' | 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

/**
 * Returns the parent of a process. The process name is in brackets and may contain anything; the state and the parent
 * follow it.
 */
function parentOf(pid: number): number {
  const stat = readProcess(pid, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Returns the ids of the processes that decode images for this one. */
function renderers(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => parentOf(pid) === process.pid && readProcess(pid, 'cmdline').includes('render-process'));
}

describe('[FILE-03] the process that decodes images', () => {
  it('decodes many images without leaks', async ({ skip }) => {
    skip(!existsSync('/proc/self/stat'), PROC_SKIP_REASON);
    const warned: string[] = [];
    process.on('warning', ({ message }) => warned.push(message));
    for (let round = 0; round < 15; round += 1)
      expect(await renderInProcess(input())).toMatchObject({ image: { width: 40, height: 30 } });
    expect(renderers()).toHaveLength(1);
    expect(warned).toEqual([]);
  });

  it('is replaced after it exits', async ({ skip }) => {
    skip(!existsSync('/proc/self/stat'), PROC_SKIP_REASON);
    await renderInProcess(input());
    const [before] = renderers();
    process.kill(before ?? 0, 'SIGKILL');
    await eventually('the end of it', () => renderers().length === 0);
    expect(await renderInProcess(input())).toMatchObject({ image: { width: 40 } });
    expect(renderers()).not.toContain(before);
  });

  it('is replaced, and decodes the same image again, when it exits while decoding', async ({ skip }) => {
    skip(!existsSync('/proc/self/stat'), PROC_SKIP_REASON);
    await renderInProcess(input());
    const [before = 0] = renderers();
    const large = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#446688' } })
      .png({ progressive: true })
      .toBuffer();
    const rendering = renderInProcess({ bytes: large, maxPixels: 50_000_000 });
    process.kill(before, 'SIGKILL');
    expect(await rendering).toMatchObject({ image: { width: 2000 } });
    expect(renderers()).not.toContain(before);
  });

  it('[SECU-04] has none of the server’s settings and ignores the signals sent to the server', async ({ skip }) => {
    skip(!existsSync('/proc/self/stat'), PROC_SKIP_REASON);
    await renderInProcess(input());
    const [pid = 0] = renderers();
    const environment = readProcess(pid, 'environ');
    expect(environment).toContain('MALLOC_ARENA_MAX=1');
    expect(environment).not.toMatch(/DATABASE|SECRET|PASSWORD|HOME=/);
    process.kill(pid, 'SIGTERM');
    expect(await renderInProcess(input())).toMatchObject({ image: { width: 40 } });
    expect(renderers()).toEqual([pid]);
  });

  it('ends with its parent process', async () => {
    const script = `const { renderInProcess } = await import(${JSON.stringify(new URL('./render-image.ts', import.meta.url).href)});
      await renderInProcess({ bytes: Buffer.from('x'), maxPixels: 1 }); console.log('asked');`;
    const asker = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: 'pipe',
    });
    const [code] = await once(asker, 'exit');
    expect(code).toBe(0);
  });
});
