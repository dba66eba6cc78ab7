import { sessionStatus, subscribeToSession } from '../lib/session.ts';
import { followAll, followChanges, refetchPending } from './follow-changes.ts';
import { shownQueries } from './followed-queries.ts';
import { showLivePaused } from './live-status.ts';
import { type LiveNews, readLiveStream } from './read-live-stream.ts';
import { connectTabs } from './share-stream.ts';

/** Without a heartbeat for this long the header reports that updates are paused (LIVE-03). */
const PAUSED_AFTER_MS = 10_000;
const CHECK_MS = 1_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
const LONGEST_AGE_MS = 3_600_000;

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
    // Another tab may already read the stream; this tab has missed what came while its page was loading.
    this.#tabs.ask();
  }

  #receive(news: LiveNews): void {
    this.#lastEventId = news.lastEventId ?? this.#lastEventId;
    this.#receivedAt = performance.now();
    showLivePaused(false);
    refetchPending();
    if (news.isResync) followAll();
    else if (news.changes.length > 0) {
      // For open forms, which load apart from this file.
      dispatchEvent(new CustomEvent('wayside:live', { detail: news.changes }));
      followChanges(news.changes);
    }
  }

  #update(): void {
    const isWanted = sessionStatus() === 'signed-in' && !document.hidden;
    if (isWanted === (this.#reading !== null)) return;
    if (isWanted) {
      this.#receivedAt = performance.now();
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
    const onNews = (news: LiveNews) => {
      failures = 0;
      this.#receive(news);
      this.#tabs.share(news);
    };
    while (!signal.aborted) {
      try {
        await readLiveStream({ lastEventId: this.#lastEventId, ageMs: ageOfScreen(), signal, onNews });
      } catch {
        // The header reports it when it lasts.
      }
      if (signal.aborted) return;
      await pause(Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS), signal);
      failures += 1;
    }
  }
}

/** Starts to follow changes, once for each page. */
export const startLive = (): void => new LiveUpdates().start();

/** The age of the oldest data on the screen. */
function ageOfScreen(): number {
  const ages = shownQueries().map(({ state }) => Date.now() - state.dataUpdatedAt);
  return Math.min(LONGEST_AGE_MS, Math.max(0, ...ages));
}

/** Ends early when the network is back. Random, so that not all screens reconnect to a restarted server at once. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
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
