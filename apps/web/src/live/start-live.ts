import { LAST_EVENT_ID_HEADER, LIVE_EVENTS, type LiveChange, streamLiveChanges } from '@wayside/contract/live';
import { decodeLeniently } from '@wayside/contract/wire/wire';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { msg, t } from '../languages/text.ts';
import { fetchResponse } from '../lib/api.ts';
import { newKey } from '../lib/new-key.ts';
import { showCalls } from '../lib/open-calls.ts';
import { sessionStatus, subscribeToSession } from '../lib/session.ts';
import { followAll, followChanges, refetchPending } from './follow-changes.ts';
import { shownQueries } from './followed-queries.ts';

/** The server sends an event or a heartbeat every five seconds. */
const SILENCE_TIMEOUT_MS = 12_000;

export interface LiveBatch {
  readonly changes: readonly LiveChange[];
  /** Whether changes may have been missed, so that the screen must refetch everything. */
  readonly isResync: boolean;
  /** The id after which the next stream continues; null before the first event. */
  readonly lastEventId: string | null;
}

export interface ReadLiveStreamInput {
  readonly lastEventId: string | null;
  /** The age of the data on the screen in ms, used for the first stream. */
  readonly ageMs: number;
  readonly signal: AbortSignal;
  readonly onBatch: (news: LiveBatch) => void;
}

function changeOf({ data }: EventSourceMessage): LiveChange | null {
  return decodeLeniently(streamLiveChanges.response, JSON.parse(data), () => undefined) ?? null;
}

/**
 * Reads the stream until it ends, is silent or is aborted.
 * @throws ApiError
 */
export async function readLiveStream(input: ReadLiveStreamInput): Promise<void> {
  const silence = new AbortController();
  const signal = AbortSignal.any([input.signal, silence.signal]);
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => silence.abort(), SILENCE_TIMEOUT_MS);
  };
  wait();
  try {
    const { lastEventId } = input;
    const response = await fetchResponse(streamLiveChanges, {
      query: { ageMs: lastEventId === null ? input.ageMs : null },
      headers: {
        accept: 'text/event-stream',
        ...(lastEventId === null ? {} : { [LAST_EVENT_ID_HEADER]: lastEventId }),
      },
      signal,
    });
    await readEvents(response, input, wait);
  } finally {
    clearTimeout(timer);
  }
}

async function readEvents(
  response: Response,
  { lastEventId: before, onBatch }: ReadLiveStreamInput,
  onBytes: () => void,
): Promise<void> {
  let lastEventId = before;
  let events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done) return;
    onBytes();
    events = [];
    parser.feed(value ?? '');
    lastEventId = events.findLast(({ id }) => id !== undefined)?.id ?? lastEventId;
    onBatch({
      changes: events.filter(({ event }) => event === undefined).flatMap((event) => changeOf(event) ?? []),
      isResync: events.some(({ event }) => event === LIVE_EVENTS.resync),
      lastEventId,
    });
  }
}

const NAME = 'wayside-live';
/** How long this tab remembers changes for tabs that have just opened. */
const RECENT_TTL_MS = 30_000;
const MAX_RECENT_BATCHES = 200;

/** A message between the tabs of a browser. */
type Message = { readonly news: LiveBatch; readonly to?: string } | { readonly from: string };

/** The connection between the tabs of a browser, one of which reads the stream for all (LIVE-03). */
interface SharedStream {
  /** Runs `lead` while this tab reads the stream. */
  lead(lead: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
  share(news: LiveBatch): void;
  /** Requests the recent changes from the tab that reads the stream. */
  requestRecent(): void;
}

/**
 * Connects the tabs. If the browser has no locks or channels, or the page has no https, each tab reads the stream
 * itself.
 */
function connectTabs(onNews: (news: LiveBatch) => void): SharedStream {
  const isShared = 'locks' in navigator && 'BroadcastChannel' in window;
  if (!isShared)
    return { lead: (lead, signal) => lead(signal), share: () => undefined, requestRecent: () => undefined };
  const channel = new BroadcastChannel(NAME);
  const own = newKey();
  let recent: { readonly atMs: number; readonly news: LiveBatch }[] = [];
  let isLeading = false;

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('from' in data) {
      if (!isLeading) return;
      for (const { atMs, news } of recent)
        if (performance.now() - atMs < RECENT_TTL_MS)
          channel.postMessage({ news, to: data.from } satisfies Message);
    } else if (data.to === undefined || data.to === own) onNews(data.news);
  };
  return {
    lead: async (lead, signal) => {
      const leadWithLock = async () => {
        isLeading = true;
        try {
          await lead(signal);
        } finally {
          isLeading = false;
        }
      };
      // Rejects when the signal aborts before the lock is granted.
      await navigator.locks.request(NAME, { signal }, leadWithLock).catch(() => undefined);
    },
    share: (news) => {
      if (news.changes.length > 0 || news.isResync)
        recent = [...recent.slice(1 - MAX_RECENT_BATCHES), { atMs: performance.now(), news }];
      channel.postMessage({ news } satisfies Message);
    },
    requestRecent: () => channel.postMessage({ from: own } satisfies Message),
  };
}

const STATUS_ID = 'live-status';
const PAUSED = msg('Live updates paused');

/** Replaces the greeting with a notice that live updates have stopped (LIVE-03). */
function showLivePaused(isPaused: boolean): void {
  const status = document.getElementById(STATUS_ID);
  const greeting = status?.previousElementSibling;
  if (!status || !(greeting instanceof HTMLElement) || (status.textContent !== '') === isPaused) return;
  status.style.left = `${greeting.offsetLeft}px`;
  status.textContent = isPaused ? t(PAUSED) : '';
  status.classList.toggle('text-warning-text', isPaused);
  greeting.classList.toggle('invisible', isPaused);
}

/** The header reports paused updates after this long without a heartbeat (LIVE-03). */
const PAUSED_AFTER_MS = 10_000;
const CHECK_MS = 1_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
const MAX_AGE_MS = 3_600_000;

/** Follows changes while a user is signed in and the page is visible (LIVE-03). */
class LiveUpdates {
  #lastEventId: string | null = null;
  #receivedAt = 0;
  #reading: AbortController | null = null;
  readonly #tabs = connectTabs((news) => this.#receive(news));

  start(): void {
    subscribeToSession(() => this.#update());
    document.addEventListener('visibilitychange', () => this.#update());
    window.setInterval(() => this.#check(), CHECK_MS);
    this.#update();
    this.#tabs.requestRecent();
  }

  #receive(news: LiveBatch): void {
    this.#lastEventId = news.lastEventId ?? this.#lastEventId;
    this.#receivedAt = performance.now();
    showLivePaused(false);
    refetchPending();
    if (news.isResync || news.changes.some(({ entity }) => entity === 'call')) void showCalls();
    if (news.isResync) followAll();
    else if (news.changes.length > 0) {
      // Open forms listen to this event.
      dispatchEvent(new CustomEvent('wayside:live', { detail: news.changes }));
      followChanges(news.changes);
    }
  }

  #update(): void {
    const isWanted = sessionStatus() === 'signed-in' && !document.hidden;
    if (isWanted === (this.#reading !== null)) return;
    if (isWanted) {
      this.#receivedAt = performance.now();
      void showCalls();
      this.#reading = new AbortController();
      void this.#tabs.lead((signal) => this.#readRepeatedly(signal), this.#reading.signal);
    } else {
      this.#reading?.abort();
      this.#reading = null;
      showLivePaused(false);
      if (sessionStatus() === 'signed-out') this.#lastEventId = null;
    }
  }

  #check(): void {
    if (this.#reading !== null && performance.now() - this.#receivedAt > PAUSED_AFTER_MS) showLivePaused(true);
  }

  async #readRepeatedly(signal: AbortSignal): Promise<void> {
    let failures = 0;
    const onNews = (news: LiveBatch) => {
      failures = 0;
      this.#receive(news);
      this.#tabs.share(news);
    };
    while (!signal.aborted) {
      try {
        await readLiveStream({ lastEventId: this.#lastEventId, ageMs: ageOfScreen(), signal, onBatch: onNews });
      } catch {
        // If the failure lasts, the header reports it.
      }
      if (signal.aborted) return;
      await sleep(Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_MS), signal);
      failures += 1;
    }
  }
}

export const startLive = (): void => new LiveUpdates().start();

/** Returns the age of the oldest data on the screen in ms. */
function ageOfScreen(): number {
  const ages = shownQueries().map(({ state }) => Date.now() - state.dataUpdatedAt);
  return Math.min(MAX_AGE_MS, Math.max(0, ...ages));
}

/** Waits for a random time, so that not all screens reconnect at once. The wait ends early when the network is back. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = () => {
      clearTimeout(timer);
      ended.abort();
      resolve();
    };
    const timer = window.setTimeout(end, ms * (0.5 + Math.random()));
    addEventListener('online', end, { signal: ended.signal });
    signal.addEventListener('abort', end, { signal: ended.signal });
  });
}
