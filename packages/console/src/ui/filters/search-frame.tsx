import * as Ariakit from '@ariakit/react';
import type { ReactNode } from 'react';

/** A search field above the list of its choices, which are the children. Arrows and Enter choose one. */
export function SearchFrame(props: {
  readonly label: string;
  readonly placeholder: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  const { label, placeholder, search, onSearch, className, children } = props;
  return (
    <Ariakit.ComboboxProvider
      open
      inputValue={search}
      setInputValue={onSearch}
      resetValueOnHide={false}
    >
      <Ariakit.Combobox
        autoFocus
        autoSelect="always"
        className={className}
        aria-label={label}
        placeholder={placeholder}
      />
      {children}
    </Ariakit.ComboboxProvider>
  );
}
