let made = 0;

/** Creates an id that is unique in the test file: 24 hex characters without an order, the same in every run. */
export function newRecordId(): string {
  made += 1;
  // Each factor is coprime to 2^24, so that no two ids collide.
  return [0x9e3779, 0x85ebcb, 0xc2b2af, 0x27d4eb]
    .map((factor) => ((made * factor) & 0xffffff).toString(16).padStart(6, '0'))
    .join('');
}
