import { useMutation } from '@tanstack/react-query';
import { type Mechanic, showAadhaarCard } from '@wayside/contract/mechanics';
import {
  ExternalLink,
  EyeOff,
  ImageOff,
  type LucideIcon,
  Maximize,
  RotateCw,
  TriangleAlert,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { toastFailure } from '../../form/toast-failure.ts';
import { type Message, msg, t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { isOwnServer } from '../../lib/config.ts';
import { imageAddress, isExternalImage } from '../../lib/images.ts';
import { useMay } from '../../lib/session.ts';
import { Button, buttonClassName, IconButton } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { ImageStage } from '../../ui/image-stage.tsx';
import { invalidateHistory } from '../people/person-queries.ts';
import type { DocumentName } from './mechanic-labels.ts';

interface DocumentViewerProps {
  documents: readonly KycDocument[];
  view: DocumentView;
  className?: string;
}

/** Shows one document of an application at a time, with zoom and rotation (MECH-07). */
export function DocumentViewer({ documents, view, className }: DocumentViewerProps) {
  const document = documents[view.index];
  return (
    <div className={cn('flex min-h-0 min-w-0 flex-col', className)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pb-2">
        <DocumentChoice documents={documents} view={view} />
        <ZoomTools view={view} isDisabled={!document?.url || document.cover !== null || document.isExternal} />
      </div>
      <div className="min-h-0 flex-1 overflow-hidden rounded-md border border-line bg-canvas">
        {document && <DocumentStage key={document.name} document={document} view={view} />}
      </div>
    </div>
  );
}

function DocumentChoice({ documents, view }: Pick<DocumentViewerProps, 'documents' | 'view'>) {
  return (
    <div role="group" aria-label={t('Choose a document')} className="-mx-1 flex flex-wrap gap-1">
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
              <span className="sr-only">{t('missing')}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}

function ZoomTools({ view, isDisabled }: { view: DocumentView; isDisabled: boolean }) {
  const tool = (label: string, Icon: LucideIcon, onClick: () => void, can = true) => (
    <IconButton label={label} icon={<Icon className="size-4" />} disabled={isDisabled || !can} onClick={onClick} />
  );
  return (
    <div className="-mr-1.5 flex items-center">
      {tool(t('Zoom out'), ZoomOut, view.zoomOut, view.canZoomOut)}
      <span translate="no" className="numeric w-12 text-center text-sm text-ink-soft">
        {Math.round(view.zoom * 100)} %
      </span>
      {tool(t('Zoom in'), ZoomIn, view.zoomIn, view.canZoomIn)}
      {tool(t('Rotate'), RotateCw, view.rotate)}
      {tool(t('Fit'), Maximize, view.fit)}
    </div>
  );
}

/** Shows a document, or the reason why it is hidden. */
function DocumentStage({ document, view }: { document: KycDocument; view: DocumentView }) {
  const [attempt, setAttempt] = useState(1);
  const { name, url, cover, isPending, reload } = document;
  if (url === null) return <Note icon={<ImageOff className="size-5" />} text={document.missing} />;
  if (cover !== null) {
    return (
      <Note icon={<EyeOff className="size-5" />} text={cover}>
        {reload && (
          <Button pending={isPending} onClick={reload}>
            {t('Show {name}', { name })}
          </Button>
        )}
      </Note>
    );
  }
  if (document.isExternal) {
    return (
      <Note icon={<ExternalLink className="size-5" />} text={t('Opens at another host')}>
        <a href={url} target="_blank" rel="noreferrer" className={buttonClassName()}>
          {t('Open {name}', { name })}
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
        <Note tone="danger" icon={<TriangleAlert className="size-5" />} text={document.failed}>
          <Button icon={<RotateCw className="size-4" />} onClick={retry}>
            {t('Try again')}
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

export type DocumentView = ReturnType<typeof useDocumentView>;

/** Holds the state of a document viewer, which starts at the first existing document. */
export function useDocumentView(documents: readonly { readonly url: string | null }[]) {
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
    /** Selects a document and fits it into the viewer. */
    select: (index: number) => change({ index, ...FITTED }),
    /** Moves the selection by a number of documents and wraps around. */
    move: (steps: number) => setView((now) => ({ index: (now.index + steps + count) % count, ...FITTED })),
    zoomIn: () => zoomBy(1),
    zoomOut: () => zoomBy(-1),
    rotate: () => setView((now) => ({ ...now, quarterTurns: now.quarterTurns + 1 })),
    fit: () => change(FITTED),
  };
}

export interface KycDocument {
  readonly name: string;
  /** For example "The profile photo is missing." */
  readonly missing: string;
  readonly failed: string;
  readonly url: string | null;
  /** The reason why it is hidden; null if it is shown (FILE-04). */
  readonly cover: string | null;
  /** Whether the document is on another host; it is then shown as a link (FILE-04). */
  readonly isExternal: boolean;
  readonly isPending: boolean;
  /** Loads a new link, because links expire; null if the role may not load one. */
  readonly reload: (() => void) | null;
}

function documentAddress(url: string | null | undefined): string | null {
  const given = url?.trim();
  return given ? imageAddress(given) : null;
}

const ON_FILE_TEXTS = {
  own: msg('On file. Opening it is recorded in the activity log.'),
  forbidden: msg('On file. Your role may not open it.'),
  external: msg('On file.'),
};

const TEXTS: Readonly<Record<DocumentName, Readonly<Record<'name' | 'missing' | 'failed', Message>>>> = {
  profilePhoto: {
    name: msg('Profile photo'),
    missing: msg('The profile photo is missing.'),
    failed: msg('The profile photo could not be loaded.'),
  },
  aadhaarCard: {
    name: msg('Aadhaar card'),
    missing: msg('The Aadhaar card is missing.'),
    failed: msg('The Aadhaar card could not be loaded.'),
  },
  shopPhoto: {
    name: msg('Shop photo'),
    missing: msg('The shop photo is missing.'),
    failed: msg('The shop photo could not be loaded.'),
  },
};

/**
 * Returns the documents of a mechanic in the order of MECH-07. The Aadhaar card is hidden until the user requests it
 * (FILE-04); our server then returns a link and logs the request. The calling component must use the mechanic's id as
 * its key.
 * @param reload loads the mechanic again
 */
export function useKycDocuments({ id, documents }: Mechanic, reload: () => void): readonly KycDocument[] {
  const plain = (document: DocumentName, url: string | null | undefined): KycDocument => ({
    name: t(TEXTS[document].name),
    missing: t(TEXTS[document].missing),
    failed: t(TEXTS[document].failed),
    url: documentAddress(url),
    cover: null,
    isExternal: url ? isExternalImage(url) : false,
    isPending: false,
    reload,
  });
  const card = useAadhaarCard(id, documents?.aadhaarCard);
  return [
    plain('profilePhoto', documents?.profilePhoto),
    { ...plain('aadhaarCard', card.url), ...card.state },
    plain('shopPhoto', documents?.shopPhoto),
  ];
}

/** Returns the Aadhaar card of the record and, after a request, the link to it. */
function useAadhaarCard(id: string, onFile: string | null | undefined) {
  const isOwn = isOwnServer();
  const mayReveal = useMay()(showAadhaarCard);
  const [shown, setShown] = useState<string | null>(null);
  const asking = useMutation({
    // External providers have no such call; their records contain the URL.
    mutationFn: async () => (isOwn ? (await call(showAadhaarCard, { params: { id } })).url : (onFile ?? null)),
    onSuccess: (url) => {
      setShown(url);
      if (isOwn) void invalidateHistory();
    },
    onError: (error) => toastFailure(t('Failed to show the Aadhaar card'), error),
  });
  const cover = mayReveal ? ON_FILE_TEXTS[isOwn ? 'own' : 'external'] : ON_FILE_TEXTS.forbidden;
  return {
    url: shown ?? onFile,
    state: {
      cover: shown === null ? t(cover) : null,
      isPending: asking.isPending,
      reload: mayReveal ? () => !asking.isPending && asking.mutate() : null,
    },
  };
}
