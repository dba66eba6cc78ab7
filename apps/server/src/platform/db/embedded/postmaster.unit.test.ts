import { expect, it } from 'vitest';
import { memoryTuning } from './postmaster.ts';

const GB = 1024 ** 3;

it.each([
  [0.5, ['shared_buffers=192MB', 'effective_cache_size=1024MB']],
  [4, ['shared_buffers=512MB', 'effective_cache_size=2048MB']],
  [64, ['shared_buffers=1024MB', 'effective_cache_size=32768MB']],
])(
  '[RUN-01] the embedded database uses an eighth of %s GB for its buffers, within limits',
  (gigabytes, settings) => {
    expect(memoryTuning(gigabytes * GB)).toEqual(settings);
  },
);
