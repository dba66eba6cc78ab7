import { Check, SkipForward, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import type { Verdict } from './decision-dialog.tsx';

export interface ReviewFooterProps {
  isWaiting: boolean;
  onDecide: (verdict: Verdict) => void;
  /** Null while nobody else waits. */
  onNext: (() => void) | null;
  onClose: () => void;
}

/** What can be done with the application that is open, by the thumb on a phone. */
export function ReviewFooter({ isWaiting, onDecide, onNext, onClose }: ReviewFooterProps) {
  return (
    <>
      {!isWaiting && <Button onClick={onClose}>Close</Button>}
      {onNext && (
        <KeyButton
          variant={isWaiting ? 'secondary' : 'primary'}
          keyName="N"
          icon={<SkipForward className="size-4" />}
          className={isWaiting ? 'max-md:flex-none! md:mr-auto' : ''}
          onClick={onNext}
        >
          {/* A phone has room for its icon beside the decisions. */}
          <span className={isWaiting ? 'max-md:sr-only' : ''}>Next application</span>
        </KeyButton>
      )}
      {isWaiting && (
        <>
          <KeyButton
            variant="danger"
            keyName="X"
            icon={<X className="size-4" />}
            onClick={() => onDecide('rejected')}
          >
            Reject
          </KeyButton>
          <KeyButton
            variant="primary"
            keyName="A"
            icon={<Check className="size-4" />}
            onClick={() => onDecide('approved')}
          >
            Approve
          </KeyButton>
        </>
      )}
    </>
  );
}

/** A button with the key that does the same. */
function KeyButton({ keyName, children, ...rest }: ButtonProps & { keyName: string; children: ReactNode }) {
  return (
    <Button aria-keyshortcuts={keyName} {...rest}>
      {children}
      <span aria-hidden="true" className="touch:hidden">
        <Kbd tone={rest.variant === 'secondary' ? 'plain' : 'inverse'}>{keyName}</Kbd>
      </span>
    </Button>
  );
}
