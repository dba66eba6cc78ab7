import type { Mechanic } from '@wayside/contract/mechanics';
import { useId } from 'react';
import { reloadShown } from '../../lib/shown-change.ts';
import { DocumentViewer } from './document-viewer.tsx';
import { MECHANIC_KEYS } from './mechanics-queries.ts';
import { useDocumentView } from './use-document-view.ts';
import { useKycDocuments } from './use-kyc-documents.ts';

/** The documents in the details of a mechanic (MECH-07). */
export function MechanicDocuments({ mechanic }: { mechanic: Mechanic }) {
  const documents = useKycDocuments(mechanic, () => void reloadShown(MECHANIC_KEYS));
  const view = useDocumentView(documents);
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="pb-1 font-semibold">
        Documents
      </h3>
      <DocumentViewer documents={documents} view={view} className="h-96" />
    </section>
  );
}
