/** A phone number that a press calls; what has no digits is a text. */
export function PhoneLink({ phone }: { phone: string }) {
  const dialled = phone.replaceAll(/[^\d+]/g, '');
  if (!/\d/.test(dialled)) return phone;
  return (
    <a href={`tel:${dialled}`} className="numeric text-accent-text underline-offset-2 hover:underline">
      {phone}
    </a>
  );
}
