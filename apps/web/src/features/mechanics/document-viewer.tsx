import { ImageOff, Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { cn } from '../../ui/cn.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { DocumentStage } from './document-stage.tsx';
import type { KycDocument } from './kyc-documents.ts';
import type { DocumentView } from './use-document-view.ts';

export interface DocumentViewerProps {
  documents: readonly KycDocument[];
  view: DocumentView;
  className?: string;
}

/** The documents of an application, one at a time, to be zoomed into and turned in place (MECH-07). */
export function DocumentViewer({ documents, view, className }: DocumentViewerProps) {
  const document = documents[view.index];
  return (
    <div className={cn('flex min-h-0 min-w-0 flex-col', className)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pb-2">
        <DocumentChoice documents={documents} view={view} />
        <ZoomTools view={view} isDisabled={!document?.url || document.isCovered} />
      </div>
      <div className="min-h-0 flex-1 overflow-hidden rounded-md border border-line bg-canvas">
        {document && <DocumentStage key={document.name} document={document} view={view} />}
      </div>
    </div>
  );
}

function DocumentChoice({ documents, view }: Pick<DocumentViewerProps, 'documents' | 'view'>) {
  return (
    <div role="group" aria-label="Choose a document" className="-mx-1 flex flex-wrap gap-1">
      {documents.map(({ name, url }, index) => (
        <button
          key={name}
          type="button"
          aria-pressed={index === view.index}
          onClick={() => view.select(index)}
          className={cn(
            'flex h-8 items-center gap-1 rounded-md px-2.5 text-sm max-md:px-2 font-medium transition-colors touch:h-11',
            index === view.index
              ? 'bg-accent-soft text-accent-text'
              : 'text-ink-soft hover:bg-hover hover:text-ink',
          )}
        >
          {name}{' '}
          {url === null && (
            <>
              <ImageOff aria-hidden="true" className="size-3.5 shrink-0" />
              <span className="sr-only">missing</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}

function ZoomTools({ view, isDisabled }: { view: DocumentView; isDisabled: boolean }) {
  return (
    <div className="-mr-1.5 flex items-center">
      <IconButton
        label="Zoom out"
        icon={<ZoomOut className="size-4" />}
        disabled={isDisabled || !view.canZoomOut}
        onClick={view.zoomOut}
      />
      <span className="numeric w-12 text-center text-sm text-ink-soft">{Math.round(view.zoom * 100)} %</span>
      <IconButton
        label="Zoom in"
        icon={<ZoomIn className="size-4" />}
        disabled={isDisabled || !view.canZoomIn}
        onClick={view.zoomIn}
      />
      <IconButton
        label="Rotate"
        icon={<RotateCw className="size-4" />}
        disabled={isDisabled}
        onClick={view.rotate}
      />
      <IconButton label="Fit" icon={<Maximize className="size-4" />} disabled={isDisabled} onClick={view.fit} />
    </div>
  );
}
