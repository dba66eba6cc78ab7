/** The entries of one mechanic after the other, from pages in which they stand in the order of mechanics. */
export class EntriesByMechanic<E extends { readonly mechanicId: string }> {
  readonly #pages: AsyncIterator<E[], void>;
  #page: E[] = [];

  constructor(pages: AsyncIterable<E[]>) {
    this.#pages = pages[Symbol.asyncIterator]();
  }

  /** Those of a mechanic, some at a time; those of mechanics before, who are not listed, are passed over. */
  async *of(mechanicId: string): AsyncGenerator<E[], void> {
    for (;;) {
      if (this.#page.length === 0) {
        const next = await this.#pages.next();
        if (next.done) return;
        this.#page = next.value;
      }
      const from = this.#page.findIndex((entry) => entry.mechanicId >= mechanicId);
      if (from === -1) {
        this.#page = [];
        continue;
      }
      const behind = this.#page.findIndex((entry) => entry.mechanicId > mechanicId);
      const until = behind === -1 ? this.#page.length : behind;
      if (until > from) yield this.#page.slice(from, until);
      this.#page = this.#page.slice(until);
      if (behind !== -1) return;
    }
  }
}
