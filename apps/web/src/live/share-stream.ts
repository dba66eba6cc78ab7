import type { LiveNews } from './read-live-stream.ts';

const NAME = 'wayside-live';
/** What a tab that has just opened may have missed since its page loaded. */
const REMEMBERED_MS = 30_000;
const REMEMBERED_PIECES = 200;

/** Sent between the tabs of a browser. */
type Message = { readonly news: LiveNews; readonly to?: string } | { readonly from: string };

/** The tabs of a browser, of which one reads the stream for all (LIVE-03). */
export interface SharedStream {
  /** Runs `lead` while this tab is the one that reads; with a signal that ends it. */
  lead(lead: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
  /** Tells the other tabs. */
  share(news: LiveNews): void;
  /** Asks the tab that reads for what it has heard lately. */
  ask(): void;
}

/** Connects the tabs. A browser without locks or channels, or a page without https, reads in each tab. */
export function connectTabs(onNews: (news: LiveNews) => void): SharedStream {
  const isShared = 'locks' in navigator && 'BroadcastChannel' in window;
  if (!isShared) return { lead: (lead, signal) => lead(signal), share: () => undefined, ask: () => undefined };
  const channel = new BroadcastChannel(NAME);
  const own = crypto.randomUUID();
  let recent: { readonly atMs: number; readonly news: LiveNews }[] = [];
  let isLeading = false;

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('from' in data) {
      if (!isLeading) return;
      for (const { atMs, news } of recent)
        if (performance.now() - atMs < REMEMBERED_MS)
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
        recent = [...recent.slice(1 - REMEMBERED_PIECES), { atMs: performance.now(), news }];
      channel.postMessage({ news } satisfies Message);
    },
    ask: () => channel.postMessage({ from: own } satisfies Message),
  };
}
