import { type Mechanic, showAadhaarCard } from '@wayside/contract/mechanics';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { hasExtension } from '../../lib/config.ts';
import { imageAddress } from '../../lib/images.ts';
import { reloadHistory } from '../../people/person-queries.ts';
import { toast } from '../../ui/toast.ts';

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

/** Where a document is; null where it is missing. */
export function documentAddress(url: string | null | undefined): string | null {
  const given = url?.trim();
  return given ? imageAddress(given) : null;
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
    url: documentAddress(url),
    isCovered: false,
    isPending: false,
    reload,
  });
  return [plain('Profile photo', documents?.profilePhoto), aadhaar, plain('Shop photo', documents?.shopPhoto)];
}

/**
 * The documents of a mechanic. The Aadhaar card is covered until somebody asks for it, where the server keeps who did
 * (MECH-07). Give the component that uses it the mechanic's id as key.
 * @param reload loads the mechanic again
 */
export function useKycDocuments(mechanic: Mechanic, reload: () => void): readonly KycDocument[] {
  const [shown, setShown] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const given = documentAddress(mechanic.documents?.aadhaarCard);
  const isAsked = hasExtension('records');

  const ask = async () => {
    setPending(true);
    try {
      setShown((await call(showAadhaarCard, { params: { id: mechanic.id } })).url);
      void reloadHistory();
    } catch (error) {
      toast({
        tone: 'error',
        title: 'Failed to show the Aadhaar card',
        description: failureText(error, '') || undefined,
      });
    } finally {
      setPending(false);
    }
  };
  const aadhaar: KycDocument = {
    name: 'Aadhaar card',
    spoken: 'Aadhaar card',
    url: documentAddress(shown) ?? given,
    isCovered: isAsked && given !== null && shown === null,
    isPending,
    reload: isAsked ? () => !isPending && void ask() : reload,
  };
  return kycDocuments(mechanic, aadhaar, reload);
}
