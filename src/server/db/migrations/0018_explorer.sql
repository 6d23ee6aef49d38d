-- What the explorer looks up, besides numbers: leaves and transactions by their hashes. Nothing but equality is asked of them.
create index log_entry_leaf_hash on log_entry using hash (leaf_hash);
create index log_anchor_tx_hash on log_anchor using hash (tx_hash) where tx_hash is not null;
