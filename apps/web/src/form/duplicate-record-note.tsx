/** Warns that such a record exists already; a duplicate may be intended. The live region exists before it has a text. */
export function DuplicateRecordNote({ text }: { text: string | null }) {
  return (
    <div role="status" className="empty:sr-only">
      {text !== null && (
        <p className="rounded-md bg-warning-soft px-3 py-2 wrap-anywhere text-warning-text">{text}</p>
      )}
    </div>
  );
}
