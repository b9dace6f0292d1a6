/** A text from a visitor. A web address becomes a link, which sends no referrer. */
export function SafeLink({ text }: { readonly text: string }) {
  if (!/^https?:\/\/\S+$/i.test(text)) return <>{text}</>;
  return (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}
