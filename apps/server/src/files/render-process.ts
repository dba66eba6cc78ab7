import { type RenderInput, renderBytes } from './render-bytes.ts';

/** A process that decodes what strangers send, and knows nothing else: see `renderer.ts`. One image at a time. */
process.on('message', (input: RenderInput) => {
  void renderBytes(input).then((rendering) => process.send?.(rendering));
});
// It ends with whoever asks it, and not before: a signal to the whole group is theirs to heed.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.send?.('ready');
