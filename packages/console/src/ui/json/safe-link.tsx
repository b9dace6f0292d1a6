/** Text of a visitor; an address of the web becomes a link that tells the other side nothing. */
export function SafeLink({ text }: { readonly text: string }) {
  if (!/^https?:\/\/\S+$/i.test(text)) return <>{text}</>;
  return (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}
