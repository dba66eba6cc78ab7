import { ExternalLink, EyeOff, ImageOff, Maximize, RotateCw, TriangleAlert, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, buttonLook, IconButton } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { ImageStage } from '../../ui/image-stage.tsx';
import type { KycDocument } from './kyc-documents.ts';

export interface DocumentViewerProps {
  documents: readonly KycDocument[];
  view: DocumentView;
  className?: string;
}

/** Shows the documents of an application one at a time, with zoom and rotation (MECH-07). */
export function DocumentViewer({ documents, view, className }: DocumentViewerProps) {
  const document = documents[view.index];
  return (
    <div className={cn('flex min-h-0 min-w-0 flex-col', className)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pb-2">
        <DocumentChoice documents={documents} view={view} />
        <ZoomTools view={view} isDisabled={!document?.url || document.cover !== null || document.isElsewhere} />
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
      <span translate="no" className="numeric w-12 text-center text-sm text-ink-soft">
        {Math.round(view.zoom * 100)} %
      </span>
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

interface DocumentStageProps {
  document: KycDocument;
  view: DocumentView;
}

/** A document as large as its area, or the reason why there is none. */
function DocumentStage({ document, view }: DocumentStageProps) {
  const [attempt, setAttempt] = useState(1);
  const { name, spoken, url, cover, isPending, reload } = document;
  if (url === null) return <Note icon={<ImageOff className="size-5" />} text={`The ${spoken} is missing.`} />;
  if (cover !== null) {
    return (
      <Note icon={<EyeOff className="size-5" />} text={cover}>
        {reload && (
          <Button pending={isPending} onClick={reload}>
            Show {name}
          </Button>
        )}
      </Note>
    );
  }
  if (document.isElsewhere) {
    return (
      <Note icon={<ExternalLink className="size-5" />} text="Opens at another host">
        <a href={url} target="_blank" rel="noreferrer" className={buttonLook()}>
          Open {name}
        </a>
      </Note>
    );
  }
  const retry = () => {
    setAttempt(attempt + 1);
    reload?.();
  };
  return (
    <ImageStage
      key={`${attempt} ${url}`}
      src={url}
      name={name}
      zoom={view.zoom}
      quarterTurns={view.quarterTurns}
      broken={
        <Note tone="danger" icon={<TriangleAlert className="size-5" />} text={`The ${spoken} could not be loaded.`}>
          <Button icon={<RotateCw className="size-4" />} onClick={retry}>
            Try again
          </Button>
        </Note>
      }
    />
  );
}

interface NoteProps {
  icon: ReactNode;
  text: string;
  tone?: 'danger';
  children?: ReactNode;
}

function Note({ icon, text, tone, children }: NoteProps) {
  return (
    <div className="grid size-full content-center justify-items-center gap-3 p-6 text-center">
      <span
        aria-hidden="true"
        className={cn(
          'grid size-11 place-items-center rounded-full',
          tone === 'danger' ? 'bg-danger-soft text-danger-badge' : 'bg-neutral-soft text-ink-faint',
        )}
      >
        {icon}
      </span>
      <p role="status" className="max-w-xs text-ink-soft">
        {text}
      </p>
      {children}
    </div>
  );
}

const ZOOMS = [1, 1.25, 1.5, 2, 3, 4, 6] as const;
const FITTED = { step: 0, quarterTurns: 0 };

/** The selected document with its zoom and rotation. */
export interface DocumentView {
  readonly index: number;
  readonly zoom: number;
  readonly quarterTurns: number;
  readonly canZoomIn: boolean;
  readonly canZoomOut: boolean;
  /** Selects a document and fits it. */
  readonly select: (index: number) => void;
  /** Moves the selection by a number of documents, and wraps around. */
  readonly move: (steps: number) => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly rotate: () => void;
  readonly fit: () => void;
}

/** The state of a document viewer, which starts at the first document that is not missing. */
export function useDocumentView(documents: readonly { readonly url: string | null }[]): DocumentView {
  const [view, setView] = useState(() => ({
    index: Math.max(
      0,
      documents.findIndex(({ url }) => url !== null),
    ),
    ...FITTED,
  }));
  const count = documents.length;
  const change = (changes: Partial<typeof view>) => setView((now) => ({ ...now, ...changes }));
  const zoomBy = (steps: number) =>
    setView((now) => ({ ...now, step: Math.min(Math.max(now.step + steps, 0), ZOOMS.length - 1) }));
  return {
    index: view.index,
    zoom: ZOOMS[view.step] ?? 1,
    quarterTurns: view.quarterTurns,
    canZoomIn: view.step < ZOOMS.length - 1,
    canZoomOut: view.step > 0,
    select: (index) => change({ index, ...FITTED }),
    move: (steps) => setView((now) => ({ index: (now.index + steps + count) % count, ...FITTED })),
    zoomIn: () => zoomBy(1),
    zoomOut: () => zoomBy(-1),
    rotate: () => setView((now) => ({ ...now, quarterTurns: now.quarterTurns + 1 })),
    fit: () => change(FITTED),
  };
}
