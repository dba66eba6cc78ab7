import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestApplication, type TestResponse, withoutRequestId } from './test-application.ts';
import { withoutSentences } from './without-sentences.ts';

/** Options of an upload. */
export interface SentImage {
  readonly purpose?: string;
  readonly name?: string;
  readonly type?: string;
  /** Null to send no session token. */
  readonly token?: string | null;
  readonly path?: string;
  /** The name of the form field, if it differs from the usual one. */
  readonly field?: string;
}

/** An application with a data directory and a signed-in administrator. */
export type ImageApplication = Awaited<ReturnType<typeof createImageApplication>>;

/** The `requestId` is removed, so that tests can compare the body of an upload. */
// biome-ignore lint/suspicious/noExplicitAny: each test decides what to expect of the response
const bodyOf = (response: { readonly headers: TestResponse['headers']; json(): unknown }): any =>
  withoutSentences(withoutRequestId(response.headers, response.json()));

/** Creates an application; the test file drops it in afterAll. */
export async function createImageApplication(
  options: { readonly env?: Record<string, string>; readonly now?: Date } = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'wayside-images-'));
  const test = await createTestApplication({ ...options, env: { DATA_DIR: dataDir, ...options.env } });
  const token = await test.signIn();

  /** Uploads a custom form. */
  const send = async (form: FormData, sent: Pick<SentImage, 'token' | 'path'> = {}) => {
    const { token: used = token, path = '/file/single' } = sent;
    const body = new Response(form);
    const response = await test.app.inject({
      method: 'POST',
      url: path,
      headers: {
        'content-type': body.headers.get('content-type') ?? '',
        ...(used === null ? {} : { token: used }),
      },
      payload: Buffer.from(await body.arrayBuffer()),
    });
    return { status: response.statusCode, body: bodyOf(response) };
  };
  const upload = (bytes: Buffer | string, sent: SentImage = {}) => {
    const form = new FormData();
    const { name = 'image.png', type = 'image/png', field = 'Image' } = sent;
    form.append(field, new Blob([Buffer.from(bytes)], { type }), name);
    if (sent.purpose !== undefined) form.append('purpose', sent.purpose);
    return send(form, sent);
  };

  return {
    ...test,
    dataDir,
    token,
    send,
    upload,
    /** Uploads a valid image and returns its URL. */
    uploaded: async (bytes: Buffer, purpose?: 'image' | 'document'): Promise<string> => {
      const { status, body } = await upload(bytes, purpose === undefined ? {} : { purpose });
      if (status !== 200 || body.data === undefined) throw new Error(`the upload failed: ${JSON.stringify(body)}`);
      return body.data;
    },
    remove: async (url: string) => {
      const response = await test.app.inject({
        method: 'DELETE',
        url: '/file/delete',
        query: { imageUrl: url },
        headers: { token },
      });
      return { status: response.statusCode, body: bodyOf(response) };
    },
    show: async (url: string) => {
      const response = await test.app.inject({ url });
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      return {
        status: response.statusCode,
        headers: response.headers,
        bytes: response.rawPayload,
        message: isJson ? response.json().message : undefined,
      };
    },
    drop: async () => {
      await test.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
