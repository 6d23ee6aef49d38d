import { useId } from 'react';
import { isAct, stateOf, toggled, type RuleNode } from './rule-tree.ts';

interface Props {
  readonly nodes: readonly RuleNode[];
  readonly checked: ReadonlySet<string>;
  /** Without it the tree is read-only. */
  readonly change?: (checked: ReadonlySet<string>) => void;
}

/** The permission tree: a group per row with its pages and, on lines of their own, its acts, so that all of it is visible at once. */
export function RuleTree({ nodes, checked, change }: Props) {
  const id = useId();
  const item = (node: RuleNode) => <NodeCheckbox node={node} checked={checked} change={change} />;
  return (
    <ul className="rules" role="tree" aria-label="模块权限">
      {nodes.map((node) => (
        <li key={node.id} role="none">
          <div
            className="rules-group"
            role="treeitem"
            aria-label={node.name}
            {...(node.children.length > 0 && { 'aria-expanded': true, 'aria-owns': `${id}-${node.id}` })}
          >
            {item(node)}
          </div>
          {node.children.length > 0 && (
            <ul role="group" id={`${id}-${node.id}`} className="rules-children" aria-label={node.name}>
              {node.children.map((child) => (
                <li key={child.id} role="treeitem" aria-label={child.name} data-new-line={child === node.children.find(isAct)}>
                  {item(child)}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function NodeCheckbox({ node, checked, change }: Omit<Props, 'nodes'> & { readonly node: RuleNode }) {
  const state = stateOf(node, checked);
  const isClosed = !change || !(node.isOpen || node.children.some((child) => child.isOpen));
  return (
    <label className="tick" data-closed={isClosed} title={change && isClosed ? '您没有此权限，不能授予' : undefined}>
      <input
        type="checkbox"
        checked={state === 'all'}
        disabled={isClosed}
        ref={(box) => {
          if (box) box.indeterminate = state === 'some';
        }}
        onChange={() => change?.(toggled(node, checked))}
      />
      {node.name}
    </label>
  );
}
