/** Why PostgreSQL cannot run here, as the end of a sentence; the fallback is used where the data allow it. */
export class EmbeddedUnavailable extends Error {
  override readonly name = 'EmbeddedUnavailable';
}
