/** A component that is drawn again only if one of its properties is another one. */
import { Component, type ComponentType, h } from "preact";

export function memo<P extends object>(Shown: ComponentType<P>): ComponentType<P> {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const names = Object.keys(next) as (keyof P)[];
      return names.some((name) => next[name] !== this.props[name]);
    }

    override render() {
      return h(Shown, this.props as P);
    }
  };
}
