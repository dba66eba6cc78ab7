import * as calls from '@wayside/contract/files';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { actorOf } from '../../http/signed-in.ts';
import { deleteImage } from './delete-image.ts';
import { uploadImage } from './upload-image.ts';

/** Images (FILE-01). */
export const fileRoutes: FeatureRoutes = (context) => [
  route(calls.uploadImage, async ({ body, caller }) => ({
    url: await uploadImage(context, actorOf(caller), body),
  })),
  route(calls.deleteImage, async ({ query }) => {
    await deleteImage(context, query.url);
    return {};
  }),
];
