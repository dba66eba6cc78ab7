import { EyeOff, ImageOff, RotateCw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { ImageStage } from '../../ui/image-stage.tsx';
import type { KycDocument } from './kyc-documents.ts';
import type { DocumentView } from './use-document-view.ts';

export interface DocumentStageProps {
  document: KycDocument;
  view: DocumentView;
}

/** A document as large as its room, or why there is nothing to see. */
export function DocumentStage({ document, view }: DocumentStageProps) {
  const [attempt, setAttempt] = useState(1);
  const { name, spoken, url, isCovered, isPending, reload } = document;
  if (url === null) return <Note icon={<ImageOff className="size-5" />} text={`The ${spoken} is missing.`} />;
  if (isCovered) {
    return (
      <Note
        icon={<EyeOff className="size-5" />}
        text={`The ${spoken} is covered. Who looks at it is kept in the activity log.`}
      >
        <Button pending={isPending} onClick={reload}>
          Show {name}
        </Button>
      </Note>
    );
  }
  const retry = () => {
    setAttempt(attempt + 1);
    reload();
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
