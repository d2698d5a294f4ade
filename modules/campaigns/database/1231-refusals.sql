-- A check that says no becomes the refusal of the same name: each is named after its own, or after none.
alter table content_item rename constraint content_item__own_review to content_item__content_own;
alter table campaign_apply rename constraint campaign_apply__held to campaign_apply__held_waiting;
