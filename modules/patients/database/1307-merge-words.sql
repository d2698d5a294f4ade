-- The reason of an entry is told to people in their words.
update ledger_entry
set reason = case reason when 'member-merge' then '会员合并' else '撤销会员合并' end
where reason in ('member-merge', 'member-merge-undone');
