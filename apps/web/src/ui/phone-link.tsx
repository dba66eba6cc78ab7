/** Returns the URL that calls a phone number; null if the number has no digits. */
export function toDialUrl(phone: string | null | undefined): string | null {
  return phone && /\d/.test(phone) ? `tel:${phone.replaceAll(/[^\d+]/g, '')}` : null;
}

export function PhoneLink({ phone }: { phone: string }) {
  const href = toDialUrl(phone);
  if (href === null) return phone;
  return (
    <a href={href} translate="no" className="link numeric">
      {phone}
    </a>
  );
}
