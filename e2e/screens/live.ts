import { type LiveChange, streamLiveChanges } from '@wayside/contract/live';
import { expect } from 'vitest';
import * as z from 'zod/mini';

let stream: ReadableStreamDefaultController<string> | null = null;

/** Responds with a stream of changes that stays open from test to test. */
export const LIVE_STREAM = {
  endpoint: streamLiveChanges,
  respond: () => {
    const body = new ReadableStream<string>({
      start: (controller) => {
        stream = controller;
      },
    });
    return new Response(body.pipeThrough(new TextEncoderStream()));
  },
};

/** Sends a heartbeat, because the screen abandons a silent stream. */
export const sendLiveHeartbeat = (): void => stream?.enqueue(': \n\n');

/** Sends changes on the stream, as the server does. */
export async function sendLiveChanges(...changes: LiveChange[]): Promise<void> {
  await expect.poll(() => stream).not.toBeNull();
  const events = changes.map(
    (change) => `data: ${JSON.stringify(z.encode(streamLiveChanges.response, change))}\n\n`,
  );
  stream?.enqueue(events.join(''));
}
