import { ShownOnce } from './shown-once.tsx';

export interface ShownSecretProps {
  title: string;
  /** Where it belongs and what it does. */
  description: string;
  secret: string;
  /** What it is, for assistive technology: "Secret" by default. */
  label?: string;
  onClose: () => void;
}

/** Shows a key, a signing secret or a link, once. */
export function ShownSecret({ secret, label = 'Secret', ...dialog }: ShownSecretProps) {
  return (
    <ShownOnce
      {...dialog}
      note={`It is shown only once.${label === 'Secret' ? ' Store it where your other secrets are.' : ''}`}
      question="It is shown only once. Without a copy you have to make a new one."
      text={secret}
    >
      <output
        aria-label={label}
        className="block rounded-md border border-line bg-canvas px-3 py-2.5 font-mono text-sm break-all select-all"
      >
        {secret}
      </output>
    </ShownOnce>
  );
}
