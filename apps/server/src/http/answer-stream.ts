/** An answer that comes piece by piece, so that memory stays flat however long it is. */
export class AnswerStream {
  readonly body: AsyncIterable<string>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: AsyncIterable<string>, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}
