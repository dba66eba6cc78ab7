import { useMutation } from '@tanstack/react-query';
import { type Mechanic, showAadhaarCard } from '@wayside/contract/mechanics';
import { useState } from 'react';
import { toastFailure } from '../../form/toast-failure.ts';
import { call } from '../../lib/api.ts';
import { isOwnServer } from '../../lib/config.ts';
import { imageAddress, isElsewhere } from '../../lib/images.ts';
import { useMay } from '../../lib/session.ts';
import { invalidateHistory } from '../people/person-queries.ts';

/** A document of an application (MECH-07). */
export interface KycDocument {
  readonly name: string;
  /** The name inside a sentence: "profile photo". */
  readonly spoken: string;
  /** Null if it is missing. */
  readonly url: string | null;
  /** Why it is hidden; null where it is shown (FILE-04). */
  readonly cover: string | null;
  /** Whether it is at another host, to which it links (FILE-04). */
  readonly isElsewhere: boolean;
  readonly isPending: boolean;
  /** Loads a fresh link, because links to documents expire; null for a role that may not. */
  readonly reload: (() => void) | null;
}

function documentAddress(url: string | null | undefined): string | null {
  const given = url?.trim();
  return given ? imageAddress(given) : null;
}

const ON_FILE = {
  own: 'On file. Who opens it is recorded in the activity log.',
  forbidden: 'On file. Your role may not open it.',
  external: 'On file.',
};

/**
 * The documents of a mechanic in the order of MECH-07. The Aadhaar card is hidden until somebody asks for it (FILE-04): our
 * server then gives a link and records who asked. The component that calls this needs the id of the mechanic as its key.
 * @param reload loads the mechanic again
 */
export function useKycDocuments({ id, documents }: Mechanic, reload: () => void): readonly KycDocument[] {
  const plain = (name: string, url: string | null | undefined): KycDocument => ({
    name,
    spoken: name.toLowerCase(),
    url: documentAddress(url),
    cover: null,
    isElsewhere: url ? isElsewhere(url) : false,
    isPending: false,
    reload,
  });
  const card = useAadhaarCard(id, documents?.aadhaarCard);
  return [
    plain('Profile photo', documents?.profilePhoto),
    { ...plain('Aadhaar card', card.url), spoken: 'Aadhaar card', ...card.state },
    plain('Shop photo', documents?.shopPhoto),
  ];
}

/** The Aadhaar card: what the record says of it, and its link once that was asked for. */
function useAadhaarCard(id: string, onFile: string | null | undefined) {
  const isOwn = isOwnServer();
  const mayReveal = useMay()(showAadhaarCard);
  const [shown, setShown] = useState<string | null>(null);
  const asking = useMutation({
    // Another provider has no such call: its record holds the address.
    mutationFn: async () => (isOwn ? (await call(showAadhaarCard, { params: { id } })).url : (onFile ?? null)),
    onSuccess: (url) => {
      setShown(url);
      if (isOwn) void invalidateHistory();
    },
    onError: (error) => toastFailure('Failed to show the Aadhaar card', error),
  });
  const cover = mayReveal ? ON_FILE[isOwn ? 'own' : 'external'] : ON_FILE.forbidden;
  return {
    url: shown ?? onFile,
    state: {
      cover: shown === null ? cover : null,
      isPending: asking.isPending,
      reload: mayReveal ? () => !asking.isPending && asking.mutate() : null,
    },
  };
}
