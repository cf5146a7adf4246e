/** Components that are drawn again only if one of their properties is another one: at once, or after the rest. */
import { Component, type ComponentType, h } from "preact";

/** Whether a property is another one. */
export function differ<P extends object>(one: Readonly<P>, other: Readonly<P>): boolean {
  return (Object.keys(other) as (keyof P)[]).some((name) => other[name] !== one[name]);
}

const SOON = 100; // milliseconds

/** Call a function when the page has nothing else to do, or soon: what somebody has asked for comes first. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: SOON });
  else setTimeout(run);
}

/** Call a function once what changes now has been painted, when the page has nothing else to do, or soon. */
export function whenPainted(run: () => void): void {
  requestAnimationFrame(() => whenIdle(run));
}

export function memo<P extends object>(Shown: ComponentType<P>): ComponentType<P> {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      return differ(this.props, next);
    }

    override render() {
      return h(Shown, this.props as P);
    }
  };
}

/** A component that changes only when what changes with it has been painted, so that this is there sooner; `only`: if this property is another one, and else at once. */
export function later<P extends object>(Shown: ComponentType<P>, only?: keyof P): ComponentType<P> {
  return class Later extends Component<P> {
    private waits = false;

    override shouldComponentUpdate(next: Readonly<P>): boolean {
      if (!this.waits && only && next[only] === this.props[only]) return differ(this.props, next);
      if (!this.waits && differ(this.props, next)) {
        this.waits = true;
        whenPainted(() => {
          this.waits = false;
          this.forceUpdate();
        });
      }
      return false;
    }

    override render() {
      return h(Shown, this.props as P);
    }
  };
}
