import type { Mechanic } from '@wayside/contract/mechanics';

/** A document of an application (MECH-07). */
export interface KycDocument {
  /** "Profile photo", and how that reads inside of a sentence. */
  readonly name: string;
  readonly spoken: string;
  /** Null where it is missing. */
  readonly url: string | null;
  /** It may be looked at only on purpose: `reload` shows it. */
  readonly isCovered: boolean;
  readonly isPending: boolean;
  /** Asks for a fresh link: those to documents expire. */
  readonly reload: () => void;
}

/** What an application has to show, in the order of MECH-07; the Aadhaar card as it is shown now. */
export function kycDocuments(
  { documents }: Mechanic,
  aadhaar: KycDocument,
  reload: () => void,
): readonly KycDocument[] {
  const plain = (name: string, url: string | null | undefined): KycDocument => ({
    name,
    spoken: name.toLowerCase(),
    url: url?.trim() || null,
    isCovered: false,
    isPending: false,
    reload,
  });
  return [plain('Profile photo', documents?.profilePhoto), aadhaar, plain('Shop photo', documents?.shopPhoto)];
}
