import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RenderInput, Rendering } from './render-process.ts';

const TIMEOUT_MS = 30_000;
const IDLE_MS = 30_000;

/*
 * A separate process decodes images: a hostile image harms only that process, a slow one can be ended, and the memory of
 * decoding returns to the system. The process holds no secret, starts with the first image and ends when it is idle.
 */
interface Renderer {
  readonly child: ChildProcess;
  /** Resolves when it accepts images. */
  readonly ready: Promise<unknown>;
  /** Resolves when it ends or fails to start. */
  readonly ended: Promise<'ended'>;
}

let current: Renderer | null = null;
let idle: NodeJS.Timeout | undefined;

/** Tests run the TypeScript source through a loader; a built program has JavaScript beside it. */
const isSource = import.meta.url.endsWith('.ts');
const built = fileURLToPath(new URL('./render-process.js', import.meta.url));
const program = isSource ? built.replace(/js$/, 'ts') : built;

function startRenderer(): Renderer {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: isSource ? ['--import', 'tsx'] : [],
    // No variable of the server, and one arena: otherwise each thread of the decoder holds on to its largest allocation.
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
 * Decodes one image in the separate process; the caller sends one at a time. An image that ends two processes, or keeps
 * one busy for half a minute, counts as damaged.
 * @throws Error when there can be no such process
 */
export async function renderInProcess(input: RenderInput): Promise<Rendering> {
  const first = await ask(input);
  // Something other than the image may have ended the process.
  const answer = first === 'ended' ? await ask(input) : first;
  return typeof answer === 'string' ? { failure: 'damaged' } : answer;
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
    const answer = once(child, 'message', { signal }).then(([message]) => message as Rendering);
    child.send(input);
    const answered = await Promise.race([answer, ended, delay(TIMEOUT_MS, 'too late' as const, { signal })]);
    if (typeof answered === 'string') discard(renderer);
    return answered;
  } finally {
    done.abort();
    hold(child, false);
    idle = setTimeout(() => discard(renderer), IDLE_MS).unref();
  }
}

/** Ends a process; the next image starts another one. */
function discard(renderer: Renderer): void {
  if (current === renderer) current = null;
  renderer.child.kill('SIGKILL');
}

/** Keeps this process alive while the other one works, and only then. */
function hold(child: ChildProcess, isAtWork: boolean): void {
  if (isAtWork) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
