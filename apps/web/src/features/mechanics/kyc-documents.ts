import { useMutation } from '@tanstack/react-query';
import { type Mechanic, showAadhaarCard } from '@wayside/contract/mechanics';
import { useState } from 'react';
import { toastFailure } from '../../form/toast-failure.ts';
import { call } from '../../lib/api.ts';
import { hasExtension } from '../../lib/config.ts';
import { imageAddress } from '../../lib/images.ts';
import { reloadHistory } from '../../people/person-queries.ts';

/** A document of an application (MECH-07). */
export interface KycDocument {
  readonly name: string;
  /** The name inside a sentence: "profile photo". */
  readonly spoken: string;
  /** Null if it is missing. */
  readonly url: string | null;
  /** It is hidden until `reload` shows it. */
  readonly isCovered: boolean;
  readonly isPending: boolean;
  /** Loads a fresh link, because links to documents expire. */
  readonly reload: () => void;
}

function documentAddress(url: string | null | undefined): string | null {
  const given = url?.trim();
  return given ? imageAddress(given) : null;
}

/**
 * The documents of a mechanic in the order of MECH-07. Our server logs who looks at the Aadhaar card, so it is covered
 * until somebody asks for it. The component that calls this needs the id of the mechanic as its key.
 * @param reload loads the mechanic again
 */
export function useKycDocuments({ id, documents }: Mechanic, reload: () => void): readonly KycDocument[] {
  const [aadhaarUrl, setAadhaarUrl] = useState<string | null>(null);
  const aadhaar = useMutation({
    mutationFn: () => call(showAadhaarCard, { params: { id } }),
    onSuccess: ({ url }) => {
      setAadhaarUrl(url);
      void reloadHistory();
    },
    onError: (error) => toastFailure('Failed to show the Aadhaar card', error),
  });
  const plain = (name: string, url: string | null | undefined): KycDocument => ({
    name,
    spoken: name.toLowerCase(),
    url: documentAddress(url),
    isCovered: false,
    isPending: false,
    reload,
  });
  const card = { ...plain('Aadhaar card', aadhaarUrl ?? documents?.aadhaarCard), spoken: 'Aadhaar card' };
  const loggedCard: KycDocument = {
    ...card,
    isCovered: card.url !== null && aadhaarUrl === null,
    isPending: aadhaar.isPending,
    reload: () => !aadhaar.isPending && aadhaar.mutate(),
  };
  return [
    plain('Profile photo', documents?.profilePhoto),
    hasExtension('records') ? loggedCard : card,
    plain('Shop photo', documents?.shopPhoto),
  ];
}
