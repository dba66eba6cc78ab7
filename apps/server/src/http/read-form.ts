import type { Multipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';

const LIMITS = { files: 1, fields: 10, parts: 11, fieldNameSize: 100, fieldSize: 1000, headerPairs: 20 };
const BYTES_A_MEGABYTE = 1_048_576;

/**
 * Reads a form: text by its field's name, the one file as a Blob. The file is held in memory, so it is small.
 * @param fileLimitBytes the most that it may have
 * @throws ApiError 415 when it is no form, 413 when the file is too large, 400 when the form is malformed
 */
export async function readForm(request: FastifyRequest, fileLimitBytes: number): Promise<Record<string, unknown>> {
  if (!request.isMultipart())
    throw new ApiError(415, 'The body must be a form with a file (content-type multipart/form-data).');
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
  // Otherwise the rest of the file is read before the error is known, however long it is.
  part.file.once('limit', () => part.file.destroy(new RequestFileTooLargeError()));
  return new Blob([await part.toBuffer()]);
}

function asApiError(error: unknown, fileLimitBytes: number): ApiError {
  const { code } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    const limit = `${fileLimitBytes / BYTES_A_MEGABYTE} MB (${fileLimitBytes.toLocaleString('en-US')} bytes)`;
    return new ApiError(413, `The file is too large: ${limit} at most.`);
  }
  if (code === 'FST_FILES_LIMIT') return new ApiError(400, 'The form must hold one file, not several.');
  return new ApiError(400, 'The form is malformed or holds too much besides its file.');
}
