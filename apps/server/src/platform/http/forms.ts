import multipart, { type Multipart } from '@fastify/multipart';
import { sentence } from '@wayside/contract/sentences';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../api-error.ts';

const LIMITS = { files: 1, fields: 10, parts: 11, fieldNameSize: 100, fieldSize: 1000, headerPairs: 20 };
const BYTES_PER_MEGABYTE = 1_048_576;

/**
 * Lets the routes that `add` registers receive forms; other routes respond to a form with 415. `readForm` rejects
 * other bodies.
 */
export async function acceptForms(app: FastifyInstance, add: (scope: FastifyInstance) => void): Promise<void> {
  await app.register((scope, _options, done) => {
    void scope.register(multipart);
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    add(scope);
    done();
  });
}

/**
 * Reads the text fields by name and the single file as a Blob.
 * @throws ApiError 415 for a body that is not a form, 413 for a file that is too large, 400 for a malformed form
 */
export async function readForm(request: FastifyRequest, fileLimitBytes: number): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new ApiError('unsupported_type', sentence('form_expected'));
  const form: Record<string, unknown> = {};
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: fileLimitBytes } }))
      form[part.fieldname] = await contentOf(part, request.server.multipartErrors);
  } catch (error) {
    throw asApiError(error, fileLimitBytes);
  }
  return form;
}

async function contentOf(
  part: Multipart,
  { RequestFileTooLargeError }: FastifyInstance['multipartErrors'],
): Promise<unknown> {
  if (part.type !== 'file') return part.value;
  // Without this, the rest of the file would be read before the error is reported.
  part.file.once('limit', () => part.file.destroy(new RequestFileTooLargeError()));
  return new Blob([await part.toBuffer()]);
}

function asApiError(error: unknown, fileLimitBytes: number): ApiError {
  const { code } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    const limit = `${fileLimitBytes / BYTES_PER_MEGABYTE} MB (${fileLimitBytes.toLocaleString('en-US')} bytes)`;
    return new ApiError('too_large', sentence('file_too_large', { limit }));
  }
  if (code === 'FST_FILES_LIMIT') return new ApiError('bad_request', sentence('one_file_expected'));
  return new ApiError('bad_request', sentence('form_malformed'));
}
