import { type Mechanic, showAadhaarCard } from '@wayside/contract/mechanics';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { hasExtension } from '../../lib/config.ts';
import { reloadHistory } from '../../people/history-query.ts';
import { toast } from '../../ui/toast.ts';
import { documentAddress, type KycDocument, kycDocuments } from './kyc-documents.ts';

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
