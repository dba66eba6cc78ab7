import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentSplitter, type SourcePart } from './document-splitter.ts';

function split(content: string | Buffer, chunkBytes = 7): SourcePart[] {
  const bytes = Buffer.from(content);
  const splitter = new DocumentSplitter();
  const parts: SourcePart[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    parts.push(...splitter.push(bytes.subarray(at, at + chunkBytes)));
  parts.push(...splitter.end());
  return parts;
}

/** Returns the results in a short form: the text of the document, or `!` and the problem, with line and index. */
const found = (content: string, chunkBytes?: number) =>
  split(content, chunkBytes).map(({ line, index, content: part }) => [
    'bytes' in part ? part.bytes.toString().replaceAll(/\s/g, '') : `!${part.issue}`,
    line,
    index,
  ]);

const UNFINISHED = '!broken JSON: the document does not end';

describe('[IMPO-01] the document splitter', () => {
  it.each([
    ['one a line', '{"a":1}\n{"a":2}\r\n\n{"a":3}', [1, 2, 4]],
    ['pretty-printed', '{\n  "a": 1\n}\n{\n  "a": 2\n}\n{\n  "a": 3\n}\n', [1, 4, 7]],
  ])('finds documents that are %s', (_, content, lines) => {
    expect(found(content)).toEqual([1, 2, 3].map((number, at) => [`{"a":${number}}`, lines[at], null]));
  });

  it.each([
    ['on one line', '[{"a":1},{"a":2}]', [1, 1]],
    ['a line each', '[{"a":1},\n{"a":2}]\n', [1, 2]],
    ['pretty-printed', '[\n  {\n    "a": 1\n  },\n  {\n    "a": 2\n  }\n]', [2, 5]],
    ['with a byte order mark', '\uFEFF [ {"a":1} , {"a":2} ] ', [1, 1]],
  ])('finds the documents of a list %s', (_, content, lines) => {
    expect(found(content)).toEqual([1, 2].map((number, at) => [`{"a":${number}}`, lines[at], at]));
  });

  it('finds no documents in an empty file, an empty list or a file of white space', () => {
    for (const empty of ['', ' ', '\n\n', '\uFEFF', '[]', '[\n]\n']) expect(found(empty)).toEqual([]);
  });

  const document = fc.dictionary(fc.string(), fc.jsonValue());

  it('finds all documents, regardless of how the file is formatted and split', () => {
    fc.assert(
      fc.property(
        fc.array(document),
        fc.boolean(),
        fc.constantFrom(undefined, 1, 2),
        fc.integer({ min: 1, max: 50 }),
        (documents, isList, indent, chunkBytes) => {
          const content = isList
            ? JSON.stringify(documents, null, indent)
            : documents.map((value) => JSON.stringify(value, null, indent)).join('\n');
          const read = split(content, chunkBytes).map(({ content: part }) =>
            'bytes' in part ? JSON.parse(part.bytes.toString()) : part,
          );
          expect(read).toEqual(JSON.parse(JSON.stringify(documents)));
        },
      ),
    );
  });

  it('never throws an exception for any bytes', () => {
    const sign = fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '\n', ' ', 'a', '\u0000');
    fc.assert(
      fc.property(fc.array(sign), fc.integer({ min: 1, max: 9 }), (signs, chunkBytes) => {
        expect(found(signs.join(''), chunkBytes)).toEqual(found(signs.join(''), 1000));
      }),
    );
  });
});

describe('[IMPO-03] broken JSON in a file', () => {
  it.each([
    ['an end is missing', '{"a":{"b":1}\n{"a":2}\n{"a":3}', UNFINISHED],
    ['an end is missing in a list', '{"a":[{"b":1},\n{"a":2}\n{"a":3}', UNFINISHED],
    ['a quote is missing', '{"a":"b}\n{"a":2}\n{"a":3}', '!broken JSON: a text that does not end in its line'],
    ['brackets do not match', '{"a":[1}\n{"a":2}\n{"a":3}', '!broken JSON: brackets that do not match'],
    ['it is too deep', `{"a":${'['.repeat(300)}\n{"a":2}\n{"a":3}`, '!broken JSON: nested deeper than 200 levels'],
  ])('does not affect the other lines when %s', (_, content, problem) => {
    expect(found(content)).toEqual([
      [problem, 1, null],
      ['{"a":2}', 2, null],
      ['{"a":3}', 3, null],
    ]);
  });

  it('does not affect the other elements of a list with one element per line', () => {
    expect(found('[{"a":{},\n{"a":2},\n{"a":"3},\n{"a":4}]')).toEqual([
      [UNFINISHED, 1, 0],
      ['{"a":2}', 2, 1],
      ['!broken JSON: a text that does not end in its line', 3, 2],
      ['{"a":4}', 4, 3],
    ]);
  });

  it('does not affect the other elements of a pretty-printed list', () => {
    const content = '[\n  {\n    "a": "1,\n    "b": [\n      {}\n    ]\n  },\n  {\n    "a": 2\n  }\n]';
    expect(found(content)).toEqual([
      ['!broken JSON: a text that does not end in its line', 2, 0],
      ['{"a":2}', 8, 1],
    ]);
  });

  it('does not affect the documents before it when it is at the end of a truncated file', () => {
    expect(found('[{"a":1},{"a":2},{"a":')).toEqual([
      ['{"a":1}', 1, 0],
      ['{"a":2}', 1, 1],
      [UNFINISHED, 1, 2],
    ]);
    expect(found('[{"a":1},')).toEqual([
      ['{"a":1}', 1, 0],
      ['!broken JSON: the list does not end', 1, 1],
    ]);
  });

  it('is reported once when it is not a document', () => {
    expect(found('{"a":1}}\nnull\n{"a":2}')).toEqual([
      ['{"a":1}', 1, null],
      ['}', 1, null],
      ['null', 2, null],
      ['{"a":2}', 3, null],
    ]);
    expect(found('[1,"x, y",{"a":1}]\n more {} \n more')).toEqual([
      ['1', 1, 0],
      ['"x,y"', 1, 1],
      ['{"a":1}', 1, 2],
      ['!broken JSON: text after the end of the list', 2, null],
    ]);
    expect(split(Buffer.from('\uFEFF{"a":1}\n{"a":2}', 'utf16le'))).toHaveLength(1);
  });

  it.each([
    ['{"a":[', '"x",'],
    ['{"a":"', '0000'],
    ['', '\0\0\0\0'],
  ])('is abandoned after 32 MB without being buffered: %j and many %j', (start, repeated) => {
    const piece = Buffer.from(repeated.repeat(1024 * 1024));
    const splitter = new DocumentSplitter();
    const parts = [...splitter.push(Buffer.from(start))];
    for (let count = 0; count < 10; count++) parts.push(...splitter.push(piece));
    parts.push(...splitter.push(Buffer.from('1]}\n{"a":2}\n')), ...splitter.end());
    expect(parts.map(({ line, content }) => [line, 'issue' in content ? content.issue : 'read'])).toEqual([
      [1, 'the document is larger than 32 MB'],
      [2, 'read'],
    ]);
  });
});
