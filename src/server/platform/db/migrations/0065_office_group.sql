-- The pages 43, 44 and 45 moved from group 22 to group 46 (spec/wire, 5). A role holds the group of each of its pages, and no other.
update role set nodes = nodes || 46 where nodes && array[43, 44, 45] and not nodes @> array[46];
update role set nodes = array_remove(nodes, 22) where nodes @> array[22, 46] and not nodes && array[23, 24, 25, 26, 34, 35, 38];
