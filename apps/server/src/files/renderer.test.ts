import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { renderInProcess } from './renderer.ts';

let bytes: Buffer;

beforeAll(async () => {
  bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#446688' } })
    .png()
    .toBuffer();
});

const wish = () => ({ bytes, mostPixels: 1_000_000 });

/** The processes that decode for this one. */
function renderers(): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line.includes('render-process'))
    .map((line) => Number.parseInt(line, 10));
}

describe('[FILE-03] the process that decodes images', () => {
  it('is one for many images, of each of which nothing stays', async () => {
    const warned: string[] = [];
    process.on('warning', ({ message }) => warned.push(message));
    for (let round = 0; round < 15; round += 1)
      expect(await renderInProcess(wish())).toMatchObject({ image: { width: 40, height: 30 } });
    expect(renderers()).toHaveLength(1);
    expect(warned).toEqual([]);
  });

  it('that is gone is replaced', async () => {
    await renderInProcess(wish());
    const [before] = renderers();
    process.kill(before ?? 0, 'SIGKILL');
    await eventually('the end of it', () => renderers().length === 0);
    expect(await renderInProcess(wish())).toMatchObject({ image: { width: 40 } });
    expect(renderers()).not.toContain(before);
  });

  it('that ends at its work leaves the image to another one', async () => {
    await renderInProcess(wish());
    const [before = 0] = renderers();
    const large = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#446688' } })
      .png({ progressive: true })
      .toBuffer();
    const rendering = renderInProcess({ bytes: large, mostPixels: 50_000_000 });
    process.kill(before, 'SIGKILL');
    expect(await rendering).toMatchObject({ image: { width: 2000 } });
    expect(renderers()).not.toContain(before);
  });

  it('[SECU-04] knows nothing of our settings, and does not heed signals that are ours', async () => {
    await renderInProcess(wish());
    const [pid = 0] = renderers();
    const { stdout } = spawnSync('ps', ['e', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
    expect(stdout).toContain('MALLOC_ARENA_MAX=1');
    expect(stdout).not.toMatch(/DATABASE|SECRET|PASSWORD|HOME=/);
    process.kill(pid, 'SIGTERM');
    expect(await renderInProcess(wish())).toMatchObject({ image: { width: 40 } });
    expect(renderers()).toEqual([pid]);
  });

  it('does not outlive whoever asked it', async () => {
    const script = `const { renderInProcess } = await import(${JSON.stringify(new URL('./renderer.ts', import.meta.url).href)});
      await renderInProcess({ bytes: Buffer.from('x'), mostPixels: 1 }); console.log('asked');`;
    const asker = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: 'pipe',
    });
    const [code] = await once(asker, 'exit');
    expect(code).toBe(0);
  });
});
