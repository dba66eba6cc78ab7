import type { Mechanic } from '@wayside/contract/mechanics';
import type { ReadableLink } from '../../files/signed-links.ts';

/** A mechanic whose papers are links that can be read now (FILE-03). */
export function withReadableDocuments(mechanic: Mechanic, readable: ReadableLink): Mechanic {
  const { documents } = mechanic;
  if (documents === null) return mechanic;
  const { profilePhoto, aadhaarCard, shopPhoto } = documents;
  return {
    ...mechanic,
    documents: {
      profilePhoto: readable(profilePhoto),
      aadhaarCard: readable(aadhaarCard),
      shopPhoto: readable(shopPhoto),
    },
  };
}
