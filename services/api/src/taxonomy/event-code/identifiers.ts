/** Returns the letters and digits of a name in camel case, beginning with a capital letter: `file_name`, `FileName`. */
export function pascalCase(name: string): string {
  const words = name.split(/[^0-9A-Za-z]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Returns the name of a type or function for an event. */
export function eventIdentifier(name: string): string {
  const camel = pascalCase(name);
  return /^[A-Z]/.test(camel) ? camel : `Event${camel}`;
}

/** Returns a function that makes identifiers unique by a number at the end: `Paid`, `Paid2`. */
export function uniqueIdentifiers(): (identifier: string) => string {
  const used = new Set<string>();
  return (identifier) => {
    let unique = identifier;
    for (let number = 2; used.has(unique); number += 1) unique = `${identifier}${number}`;
    used.add(unique);
    return unique;
  };
}
