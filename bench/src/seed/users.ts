/** The person properties of the users for whom flags are evaluated. */
export function propertiesOf(user: number): Record<string, unknown> {
  return {
    plan: user % 3 === 0 ? 'pro' : 'free',
    email: `user-${user}@${user % 5 === 0 ? 'example.com' : 'other.org'}`,
    age: 20 + (user % 50),
    signed_up: `2026-0${1 + (user % 9)}-01T00:00:00Z`,
    app_version: `2.${user % 20}.0`,
  };
}
