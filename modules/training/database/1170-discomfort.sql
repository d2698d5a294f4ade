-- What a trainee complained of is no complaint about the house: the word belongs to the after-sales service.
alter table train_session rename column complaint to discomfort;
