/** Text of a visitor; a web address becomes a link without a referrer. */
export function SafeLink({ text }: { readonly text: string }) {
  if (!/^https?:\/\/\S+$/i.test(text)) return <>{text}</>;
  return (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}
