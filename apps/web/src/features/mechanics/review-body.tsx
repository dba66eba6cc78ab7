import { type Mechanic, mechanicCan } from '@wayside/contract/mechanics';
import { useLayoutEffect, useRef } from 'react';
import type { Verdict } from './decision-dialog.tsx';
import { DocumentViewer } from './document-viewer.tsx';
import { MechanicDescription } from './mechanic-description.tsx';
import { useDocumentView } from './use-document-view.ts';
import { useKycDocuments } from './use-kyc-documents.ts';
import { useReviewKeys } from './use-review-keys.ts';

export interface ReviewBodyProps {
  mechanic: Mechanic;
  onReload: () => void;
  onDecide: (verdict: Verdict) => void;
  onNext: () => void;
}

/** Documents as large as the window allows, the facts beside them; under them on a phone. Keys work all of it. */
export function ReviewBody({ mechanic, onReload, onDecide, onNext }: ReviewBodyProps) {
  const documents = useKycDocuments(mechanic, onReload);
  const view = useDocumentView(documents);
  const isWaiting = mechanicCan.beDecided(mechanic);
  const body = useRef<HTMLDivElement>(null);
  useReviewKeys(body, {
    view,
    document: documents[view.index],
    isWaiting,
    onDecide,
    onNext,
  });
  // Each application is read from its beginning, and Enter must not press what was pressed last.
  useLayoutEffect(() => body.current?.focus({ preventScroll: true }), []);
  return (
    <div
      ref={body}
      tabIndex={-1}
      className="grid h-full grid-cols-1 outline-none max-md:overflow-y-auto md:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]"
    >
      <DocumentViewer documents={documents} view={view} className="p-3 max-md:h-[55dvh] md:h-full md:p-4" />
      <section
        aria-label="Facts"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        tabIndex={0}
        className="-outline-offset-2 border-line px-5 py-4 max-md:border-t md:overflow-y-auto md:border-l"
      >
        <MechanicDescription mechanic={mechanic} isColumn />
      </section>
    </div>
  );
}
