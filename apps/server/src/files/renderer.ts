import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RenderInput, Rendering } from './render-bytes.ts';

const PATIENCE_MS = 30_000;
const IDLE_MS = 30_000;

/*
 * Images are decoded in a process of their own: what a hostile one does to a decoder ends there, a slow one can be ended,
 * and the memory that decoding takes goes back to the system. It holds no secret, starts with the first image and ends
 * when none has come for half a minute.
 */
interface Renderer {
  readonly child: ChildProcess;
  /** Resolves once it can be asked. */
  readonly ready: Promise<unknown>;
  /** Resolves when it ends, or could not even begin. */
  readonly ended: Promise<'ended'>;
}

let current: Renderer | null = null;
let idle: NodeJS.Timeout | undefined;

/** From sources, as tests run, a loader reads the TypeScript; a built program has JavaScript beside it. */
const isSource = import.meta.url.endsWith('.ts');
const built = fileURLToPath(new URL('./render-process.js', import.meta.url));
const program = isSource ? built.replace(/js$/, 'ts') : built;

function startRenderer(): Renderer {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: isSource ? ['--import', 'tsx'] : [],
    // Nothing of ours, and one arena: each of the decoder's threads would keep what it has ever needed.
    env: { MALLOC_ARENA_MAX: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = new Promise<'ended'>((resolve) => {
    for (const event of ['exit', 'error']) child.on(event, () => resolve('ended'));
  });
  const unready = ended.then(() => {
    throw new Error('the process that decodes images cannot be started');
  });
  const ready = Promise.race([once(child, 'message'), unready]);
  ready.catch(() => undefined);
  const renderer = { child, ready, ended };
  void ended.then(() => discard(renderer));
  return renderer;
}

/**
 * Decodes one image in the process for it; the caller asks for one at a time. What ends two processes, or keeps one busy
 * for half a minute, counts as damaged.
 * @throws Error when there can be no such process
 */
export async function renderInProcess(input: RenderInput): Promise<Rendering> {
  const first = await ask(input);
  // It may have been ended by something else than the image.
  const answer = first === 'ended' ? await ask(input) : first;
  return typeof answer === 'string' ? { problem: 'damaged' } : answer;
}

async function ask(input: RenderInput): Promise<Rendering | 'ended' | 'too late'> {
  clearTimeout(idle);
  current ??= startRenderer();
  const renderer = current;
  const { child, ready, ended } = renderer;
  const done = new AbortController();
  const { signal } = done;
  hold(child, true);
  try {
    await ready;
    const answer = once(child, 'message', { signal }).then(([said]) => said as Rendering);
    child.send(input);
    const said = await Promise.race([answer, ended, delay(PATIENCE_MS, 'too late' as const, { signal })]);
    if (typeof said === 'string') discard(renderer);
    return said;
  } finally {
    done.abort();
    hold(child, false);
    idle = setTimeout(() => discard(renderer), IDLE_MS).unref();
  }
}

/** Ends a process; the next image gets another one. */
function discard(renderer: Renderer): void {
  if (current === renderer) current = null;
  renderer.child.kill('SIGKILL');
}

/** Whether the process keeps this one from ending: only while it works. */
function hold(child: ChildProcess, isAtWork: boolean): void {
  if (isAtWork) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
